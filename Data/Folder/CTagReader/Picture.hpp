#pragma once
#include <apetag.h>
#include <asftag.h>
#include <attachedpictureframe.h>
#include <flacfile.h>
#include <id3v2tag.h>
#include <mp4file.h>
#include <mp4tag.h>
#include <xiphcomment.h>

/// Finds the front cover among the pictures of a file, or else the first picture.
namespace Picture {

using TagLib::ByteVector;

inline ByteVector of(const TagLib::List<TagLib::FLAC::Picture *> &pictures) {
    for (auto *picture : pictures)
        if (picture->type() == TagLib::FLAC::Picture::FrontCover) return picture->data();
    return pictures.isEmpty() ? ByteVector() : pictures.front()->data();
}

inline ByteVector of(TagLib::ID3v2::Tag *tag) {
    ByteVector first;
    for (auto *frame : tag->frameList("APIC")) {
        auto *picture = dynamic_cast<TagLib::ID3v2::AttachedPictureFrame *>(frame);
        if (!picture) continue;
        if (picture->type() == TagLib::ID3v2::AttachedPictureFrame::FrontCover) return picture->picture();
        if (first.isEmpty()) first = picture->picture();
    }
    return first;
}

/// Returns the front cover. The tag's value is a description, NUL and the picture.
inline ByteVector of(TagLib::APE::Tag *tag) {
    if (!tag || !tag->itemListMap().contains("COVER ART (FRONT)")) return ByteVector();
    const ByteVector data = tag->itemListMap()["COVER ART (FRONT)"].binaryData();
    const int end = data.find('\0');
    return end < 0 ? ByteVector() : data.mid(end + 1);
}

inline ByteVector of(TagLib::MP4::Tag *tag) {
    if (!tag || !tag->contains("covr")) return ByteVector();
    const auto covers = tag->item("covr").toCoverArtList();
    return covers.isEmpty() ? ByteVector() : covers.front().data();
}

inline ByteVector of(TagLib::ASF::Tag *tag) {
    const auto pictures = tag->attribute("WM/Picture");
    return pictures.isEmpty() ? ByteVector() : pictures.front().toPicture().picture();
}

}
