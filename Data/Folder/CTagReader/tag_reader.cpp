#include "CTagReader.h"
#include "ADTS.hpp"
#include "BoundedStream.hpp"
#include "Picture.hpp"
#include <aifffile.h>
#include <apefile.h>
#include <cstdio>
#include <exception>
#include <fileref.h>
#include <mpcfile.h>
#include <mpegfile.h>
#include <synchronizedlyricsframe.h>
#include <tpropertymap.h>
#include <trueaudiofile.h>
#include <wavfile.h>
#include <wavpackfile.h>

using namespace TagLib;

namespace {

ID3v2::Tag *id3(File *file) {
    if (auto *mpeg = dynamic_cast<MPEG::File *>(file)) return mpeg->hasID3v2Tag() ? mpeg->ID3v2Tag() : nullptr;
    if (auto *wav = dynamic_cast<RIFF::WAV::File *>(file)) return wav->hasID3v2Tag() ? wav->ID3v2Tag() : nullptr;
    if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(file)) return aiff->hasID3v2Tag() ? aiff->tag() : nullptr;
    if (auto *tta = dynamic_cast<TrueAudio::File *>(file)) return tta->hasID3v2Tag() ? tta->ID3v2Tag() : nullptr;
    return nullptr;
}

APE::Tag *ape(File *file) {
    if (auto *monkey = dynamic_cast<APE::File *>(file)) return monkey->APETag();
    if (auto *pack = dynamic_cast<WavPack::File *>(file)) return pack->APETag();
    if (auto *musepack = dynamic_cast<MPC::File *>(file)) return musepack->APETag();
    return nullptr;
}

ByteVector picture(File *file) {
    if (auto *flac = dynamic_cast<FLAC::File *>(file)) {
        const auto found = Picture::of(flac->pictureList());
        if (!found.isEmpty()) return found;
    }
    if (auto *xiph = dynamic_cast<Ogg::XiphComment *>(file->tag())) return Picture::of(xiph->pictureList());
    if (auto *mp4 = dynamic_cast<MP4::File *>(file)) return Picture::of(mp4->tag());
    if (auto *asf = dynamic_cast<ASF::Tag *>(file->tag())) return Picture::of(asf);
    if (auto *tag = id3(file)) {
        const auto found = Picture::of(tag);
        if (!found.isEmpty()) return found;
    }
    return Picture::of(ape(file));
}

/// Synchronized lyrics with times in milliseconds, as LRC.
String lrc(ID3v2::Tag *tag) {
    for (auto *frame : tag->frameList("SYLT")) {
        auto *lyrics = dynamic_cast<ID3v2::SynchronizedLyricsFrame *>(frame);
        if (!lyrics || lyrics->timestampFormat() != ID3v2::SynchronizedLyricsFrame::AbsoluteMilliseconds) continue;
        String text;
        for (const auto &line : lyrics->synchedText()) {
            char code[32];
            snprintf(code, sizeof code, "[%02u:%02u.%03u]", line.time / 60000, line.time / 1000 % 60, line.time % 1000);
            text += String(code) + line.text.stripWhiteSpace() + "\n";
        }
        return text;
    }
    return String();
}

struct Receiver {
    tag_reader_value value;
    void *context;

    void send(const char *key, const String &text) const {
        const std::string bytes = text.to8Bit(true);
        value(context, key, bytes.data(), bytes.size());
    }
};

void sendTags(File *file, const Receiver &receiver) {
    for (const auto &[key, values] : file->properties()) {
        const std::string name = key.to8Bit(true);
        for (const auto &value : values) receiver.send(name.c_str(), value);
    }
    if (auto *mp4 = dynamic_cast<MP4::File *>(file)) {
        if (mp4->tag() && mp4->tag()->contains("rtng"))
            receiver.send("ADVISORY", String::number(mp4->tag()->item("rtng").toByte()));
    }
    if (auto *tag = id3(file)) {
        const String lyrics = lrc(tag);
        if (!lyrics.isEmpty()) receiver.send("SYNCEDLYRICS", lyrics);
    }
}

/// Opens raw AAC as a file whose tags are those of MP3.
MPEG::File aac(BoundedStream &stream) {
#if TAGLIB_MAJOR_VERSION >= 2
    return MPEG::File(&stream, false);
#else
    return MPEG::File(&stream, ID3v2::FrameFactory::instance(), false);
#endif
}

/// Opens a file with TagLib and calls `body` with it and its duration. No exception leaves this function.
template <typename Body>
tag_reader_result withAudio(int file, int64_t limit, bool readsProperties, Body body) {
    BoundedStream stream(file, limit);
    try {
        const FileRef reference(&stream, readsProperties, AudioProperties::Fast);
        File *audio = reference.isNull() ? nullptr : reference.file();
        if (stream.hasFailed()) return tag_reader_io_error;
        if (stream.isExhausted()) return tag_reader_too_large;
        if (!audio) {
            const auto duration = ADTS::milliseconds(stream, readsProperties);
            bool isAudio = false;
            if (duration) {
                auto file = aac(stream);
                isAudio = file.isValid();
                if (isAudio) body(&file, *duration);
            }
            if (stream.hasFailed()) return tag_reader_io_error;
            if (stream.isExhausted()) return tag_reader_too_large;
            return isAudio ? tag_reader_success : tag_reader_not_audio;
        }
        if (!audio->isValid()) return tag_reader_not_audio;
        const auto *known = audio->audioProperties();
        body(audio, known ? known->lengthInMilliseconds() : 0);
        return tag_reader_success;
    } catch (const std::exception &) {
        if (stream.hasFailed()) return tag_reader_io_error;
        return stream.isExhausted() ? tag_reader_too_large : tag_reader_not_audio;
    }
}

}

tag_reader_result tag_reader_read(
    int file, int64_t limit, tag_reader_properties *properties, tag_reader_value value, void *context) {
    return withAudio(file, limit, true, [&](File *audio, int64_t milliseconds) {
        properties->milliseconds = milliseconds;
        properties->has_picture = !picture(audio).isEmpty();
        sendTags(audio, Receiver{value, context});
    });
}

tag_reader_result tag_reader_picture(int file, int64_t limit, tag_reader_bytes bytes, void *context) {
    return withAudio(file, limit, false, [&](File *audio, int64_t) {
        const ByteVector found = picture(audio);
        if (!found.isEmpty()) bytes(context, found.data(), found.size());
    });
}
