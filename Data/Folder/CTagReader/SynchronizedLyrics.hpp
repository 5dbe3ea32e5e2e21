#pragma once
#include <cstdio>
#include <id3v2tag.h>
#include <synchronizedlyricsframe.h>

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
