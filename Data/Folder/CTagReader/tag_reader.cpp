#include "CTagReader.h"
#include "Duration.hpp"
#include <apefile.h>
#include <apetag.h>
#include <asftag.h>
#include <attachedpictureframe.h>
#include <cstdio>
#include <exception>
#include <fileref.h>
#include <flacfile.h>
#include <id3v1tag.h>
#include <id3v2tag.h>
#include <infotag.h>
#include <memory>
#include <mp4file.h>
#include <mp4tag.h>
#include <mpcfile.h>
#include <string>
#include <synchronizedlyricsframe.h>
#include <tpropertymap.h>
#include <trueaudiofile.h>
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

/// Synchronized lyrics with times in milliseconds, as LRC. Text without lyrics, such as chords, does not count.
///
/// Source: https://id3.org/id3v2.4.0-frames, section 4.9
class SynchronizedLyrics {
    using Frame = TagLib::ID3v2::SynchronizedLyricsFrame;
    using String = TagLib::String;

public:
    static String of(TagLib::ID3v2::Tag *tag) {
        for (const auto type : {Frame::Lyrics, Frame::TextTranscription, Frame::Other})
            for (auto *frame : tag->frameList("SYLT")) {
                auto *lyrics = dynamic_cast<Frame *>(frame);
                if (!lyrics || lyrics->type() != type || lyrics->timestampFormat() != Frame::AbsoluteMilliseconds) continue;
                const auto text = lrc(lyrics->synchedText());
                if (!text.isEmpty()) return text;
            }
        return String();
    }

private:
    /// A line has the time of its first text. Texts are syllables if one has a line break, which begins the next line.
    static String lrc(const Frame::SynchedTextList &texts) {
        bool hasBreaks = false;
        for (const auto &text : texts) hasBreaks = hasBreaks || isBroken(text.text);
        String lines, line;
        unsigned time = 0;
        for (const auto &text : texts) {
            String part;
            if (!hasBreaks || line.isEmpty()) time = text.time;
            for (const auto character : text.text) {
                if (character != '\n' && character != '\r') {
                    part += character;
                    continue;
                }
                line += part;
                part = String();
                append(lines, line, time);
                line = String();
                time = text.time;
            }
            line += part;
            if (hasBreaks) continue;
            lines += code(time) + line.stripWhiteSpace() + "\n";
            line = String();
        }
        append(lines, line, time);
        return lines;
    }

    static bool isBroken(const String &text) { return text.find("\n") >= 0 || text.find("\r") >= 0; }

    static void append(String &lines, const String &line, unsigned time) {
        const auto text = line.stripWhiteSpace();
        if (!text.isEmpty()) lines += code(time) + text + "\n";
    }

    static String code(unsigned time) {
        char code[32];
        snprintf(code, sizeof code, "[%02u:%02u.%03u]", time / 60000, time / 1000 % 60, time % 1000);
        return code;
    }
};

using namespace TagLib;

namespace {

/// The tags that any format may have beside its own. Null if the file has none of a kind.
struct Tags {
    ID3v2::Tag *id3 = nullptr;
    APE::Tag *ape = nullptr;
    ID3v1::Tag *id3v1 = nullptr;
    Ogg::XiphComment *vorbis = nullptr;

    explicit Tags(File *file) {
        vorbis = dynamic_cast<Ogg::XiphComment *>(file->tag());
        if (auto *mpeg = dynamic_cast<MPEG::File *>(file)) {
            if (mpeg->hasID3v2Tag()) id3 = mpeg->ID3v2Tag();
            if (mpeg->hasAPETag()) ape = mpeg->APETag();
            if (mpeg->hasID3v1Tag()) id3v1 = mpeg->ID3v1Tag();
        } else if (auto *flac = dynamic_cast<FLAC::File *>(file)) {
            if (flac->hasXiphComment()) vorbis = flac->xiphComment();
            if (flac->hasID3v2Tag()) id3 = flac->ID3v2Tag();
            if (flac->hasID3v1Tag()) id3v1 = flac->ID3v1Tag();
        } else if (auto *tta = dynamic_cast<TrueAudio::File *>(file)) {
            if (tta->hasID3v2Tag()) id3 = tta->ID3v2Tag();
            if (tta->hasID3v1Tag()) id3v1 = tta->ID3v1Tag();
        } else if (auto *wave = dynamic_cast<RIFF::WAV::File *>(file)) {
            if (wave->hasID3v2Tag()) id3 = wave->ID3v2Tag();
        } else if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(file)) {
            if (aiff->hasID3v2Tag()) id3 = aiff->tag();
        } else {
            addAPE<APE::File>(file);
            addAPE<WavPack::File>(file);
            addAPE<MPC::File>(file);
        }
    }

private:
    template <typename Kind> void addAPE(File *file) {
        auto *found = dynamic_cast<Kind *>(file);
        if (!found) return;
        if (found->hasAPETag()) ape = found->APETag();
        if (found->hasID3v1Tag()) id3v1 = found->ID3v1Tag();
    }
};

ByteVector picture(File *file) {
    const Tags tags(file);
    Picture picture;
    if (auto *flac = dynamic_cast<FLAC::File *>(file)) picture.add(flac->pictureList());
    if (tags.vorbis) picture.add(tags.vorbis->pictureList());
    if (auto *mp4 = dynamic_cast<MP4::Tag *>(file->tag())) picture.add(mp4);
    if (auto *asf = dynamic_cast<ASF::Tag *>(file->tag())) picture.add(asf);
    if (tags.id3) picture.add(tags.id3);
    if (tags.ape) picture.add(tags.ape);
    return picture.bytes;
}

struct Receiver {
    tag_reader_value value;
    void *context;
    int tag = 0;

    void send(const char *key, const String &text) const {
        const std::string bytes = text.to8Bit(true);
        value(context, tag, key, bytes.data(), bytes.size());
    }

    void send(const PropertyMap &properties) const {
        for (const auto &[key, values] : properties) {
            const std::string name = key.to8Bit(true);
            for (const auto &value : values) send(name.c_str(), value);
        }
    }
};

/// Sends the tags of a file from the most to the least expressive one.
void sendTags(File *file, Receiver receiver) {
    const Tags tags(file);
    if (tags.vorbis) receiver.send(tags.vorbis->properties());
    receiver.tag++;
    if (tags.id3) {
        receiver.send(tags.id3->properties());
        const String lyrics = SynchronizedLyrics::of(tags.id3);
        if (!lyrics.isEmpty()) receiver.send("SYNCEDLYRICS", lyrics);
    }
    receiver.tag++;
    if (tags.ape) receiver.send(tags.ape->properties());
    receiver.tag++;
    if (tags.id3v1) {
        auto properties = tags.id3v1->properties();
        // Many programs write no other genre than the first one, which is Blues.
        if (tags.id3v1->genreNumber() == 0 && (tags.vorbis || tags.id3 || tags.ape)) properties.erase("GENRE");
        receiver.send(properties);
    }
    receiver.tag++;
    if (auto *wave = dynamic_cast<RIFF::WAV::File *>(file)) {
        if (wave->hasInfoTag()) receiver.send(wave->InfoTag()->properties());
    } else if (!tags.vorbis && !tags.id3 && !tags.ape && !tags.id3v1) {
        receiver.send(file->properties());
    }
    if (auto *mp4 = dynamic_cast<MP4::Tag *>(file->tag())) {
        if (mp4->contains("rtng")) receiver.send("ADVISORY", String::number(mp4->item("rtng").toByte()));
    }
    if (auto *asf = dynamic_cast<ASF::Tag *>(file->tag())) {
        // TagLib has only the first artist among the properties.
        for (const auto &author : asf->attribute("Author")) {
            const String name = author.toString();
            if (name != asf->artist()) receiver.send("ARTIST", name);
        }
    }
}

/// Marks bytes above ASCII in text of ID3 tags that is Latin-1 by their specification, but in other encodings in practice.
class MarkedText final : public ID3v1::StringHandler, public ID3v2::Latin1StringHandler {
public:
    /// Makes TagLib call an instance.
    static void install() {
        static const MarkedText handler;
        static std::once_flag flag;
        std::call_once(flag, [] {
            ID3v1::Tag::setStringHandler(&handler);
            ID3v2::Tag::setLatin1StringHandler(&handler);
        });
    }

    String parse(const ByteVector &data) const override {
        std::wstring text;
        for (const char character : data) {
            if (character == 0) break;
            const auto byte = static_cast<uint8_t>(character);
            text += static_cast<wchar_t>(byte < 0x80 ? byte : TAG_READER_BYTE_MARK + byte);
        }
        return String(text);
    }

    ByteVector render(const String &) const override { return ByteVector(); }
};

/// A file that TagLib reads.
struct OpenFile {
    File *file = nullptr;
    /// Unless it is known to TagLib.
    std::optional<int64_t> milliseconds;

    OpenFile(BoundedStream &stream, bool readsProperties, bool isNamedAudio) : readsProperties(readsProperties) {
        open(stream);
        if (!file && LateAudio::leaveOutGap(stream, isNamedAudio)) open(stream);
        if (file) return;
        const auto start = stream.read(0, 4);
        if (start == "RF64" || start == "BW64") {
            // TagLib recognizes only files of less than 4 GiB.
            other = std::make_unique<RIFF::WAV::File>(&stream, readsProperties);
        } else if ((milliseconds = Duration::ofRawAAC(stream, readsProperties))) {
            other = mpegFile(stream);
        }
        file = other.get();
    }

private:
    const bool readsProperties;
    FileRef reference;
    std::unique_ptr<File> other;

    void open(BoundedStream &stream) {
        reference = FileRef(&stream, readsProperties, AudioProperties::Fast);
        file = reference.isNull() ? nullptr : reference.file();
    }
};

/// Opens a file with TagLib and calls `body` with it and its duration. No exception leaves this function.
template <typename Body>
tag_reader_result withAudio(int file, int64_t limit, bool isNamedAudio, bool readsProperties, Body body) {
    BoundedStream stream(file, limit);
    try {
        MarkedText::install();
        const OpenFile audio(stream, readsProperties, isNamedAudio);
        if (stream.hasFailed()) return tag_reader_io_error;
        if (stream.isExhausted()) return tag_reader_too_large;
        if (!audio.file || !audio.file->isValid()) return tag_reader_not_audio;
        int64_t milliseconds = 0;
        if (readsProperties) {
            const auto *known = audio.file->audioProperties();
            milliseconds = audio.milliseconds.value_or(known ? known->lengthInMilliseconds() : 0);
            if (milliseconds <= 0) milliseconds = Duration::measured(audio.file, stream);
        }
        body(audio.file, milliseconds);
        return tag_reader_success;
    } catch (const std::exception &) {
        if (stream.hasFailed()) return tag_reader_io_error;
        return stream.isExhausted() ? tag_reader_too_large : tag_reader_not_audio;
    }
}

}

tag_reader_result tag_reader_read(
    int file, int64_t limit, bool is_named_audio, tag_reader_properties *properties, tag_reader_value value,
    void *context) {
    return withAudio(file, limit, is_named_audio, true, [&](File *audio, int64_t milliseconds) {
        properties->milliseconds = milliseconds;
        properties->has_picture = !picture(audio).isEmpty();
        sendTags(audio, Receiver{value, context});
    });
}

tag_reader_result tag_reader_picture(int file, int64_t limit, tag_reader_bytes bytes, void *context) {
    return withAudio(file, limit, true, false, [&](File *audio, int64_t) {
        const ByteVector found = picture(audio);
        if (!found.isEmpty()) bytes(context, found.data(), found.size());
    });
}
