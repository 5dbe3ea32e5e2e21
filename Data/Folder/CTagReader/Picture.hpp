#pragma once
#include <apetag.h>
#include <asftag.h>
#include <attachedpictureframe.h>
#include <flacfile.h>
#include <id3v2tag.h>
#include <mp4file.h>
#include <mp4tag.h>
#include <xiphcomment.h>

/// Finds the front cover among the pictures of a file, or else the first picture that is no icon, or else an icon.
///
/// A picture that is only an address (`-->`) does not count. Source: https://id3.org/id3v2.4.0-frames, section 4.14
class Picture {
public:
    /// Empty if there is none.
    TagLib::ByteVector bytes;

    void add(const TagLib::List<TagLib::FLAC::Picture *> &pictures) {
        for (auto *picture : pictures) add(picture->type(), picture->mimeType(), picture->data());
    }

    void add(TagLib::ID3v2::Tag *tag) {
        for (auto *frame : tag->frameList("APIC")) {
            auto *picture = dynamic_cast<TagLib::ID3v2::AttachedPictureFrame *>(frame);
            if (picture) add(picture->type(), picture->mimeType(), picture->picture());
        }
    }

    /// The names of pictures end with their types. A value is a description, NUL and the picture.
    void add(TagLib::APE::Tag *tag) {
        for (const auto &[name, item] : tag->itemListMap()) {
            if (!name.startsWith("COVER ART (") || item.type() != TagLib::APE::Item::Binary) continue;
            const auto data = item.binaryData();
            const int end = data.find('\0');
            const int type = name == "COVER ART (FRONT)" ? front : name == "COVER ART (ICON)" ? icon : other;
            if (end >= 0) add(type, "", data.mid(end + 1));
        }
    }

    void add(TagLib::MP4::Tag *tag) {
        if (!tag->contains("covr")) return;
        for (const auto &cover : tag->item("covr").toCoverArtList()) add(other, "", cover.data());
    }

    void add(TagLib::ASF::Tag *tag) {
        for (const auto &attribute : tag->attribute("WM/Picture")) {
            const auto picture = attribute.toPicture();
            if (picture.isValid()) add(picture.type(), picture.mimeType(), picture.picture());
        }
    }

private:
    enum { other = 0, icon = 1, otherIcon = 2, front = 3 };
    int rank = 0;

    void add(int type, const TagLib::String &format, const TagLib::ByteVector &data) {
        const int newRank = type == front ? 3 : type == icon || type == otherIcon ? 1 : 2;
        if (newRank <= rank || data.isEmpty() || format.find("-->") >= 0) return;
        rank = newRank;
        bytes = data;
    }
};
