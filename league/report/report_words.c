/* One list for all that is handed out, so that a round is called the same wherever it is read. */
#include "league/report/report_words.h"

#include <stddef.h>
#include <string.h>

static const char *const words[][2] = {
    /* columns */
    {"place", "順位"},
    {"rank", "順位"},
    {"name", "名前"},
    {"player", "選手"},
    {"kind", "種類"},
    {"phase", "フェーズ"},
    {"ladder_rank", "ランキング順位"},
    {"rating", "レーティング"},
    {"games", "ゲーム数"},
    {"wins", "勝ち"},
    {"draws", "引き分け"},
    {"losses", "負け"},
    {"won", "勝ち"},
    {"drawn", "引き分け"},
    {"lost", "負け"},
    {"points", "得点"},
    {"W-D-L", "勝-分-負"},
    {"Buchholz", "ブッフホルツ"},
    {"turn sum", "合計ターン数"},
    {"seconds", "秒"},
    {"Group", "グループ"},
    /* kinds of players */
    {"bot", "ボット"},
    {"program", "プログラム"},
    {"home", "自宅から参加"},
    {"person", "人"},
    /* rounds */
    {"final", "決勝"},
    {"second final", "決勝（再戦）"},
    {"semi-final", "準決勝"},
    {"quarter-final", "準々決勝"},
    {"third place", "3 位決定戦"},
    {"again", "再試合"},
};

const char *report_word(bool is_japanese, const char *word)
{
    for (size_t i = 0; is_japanese && i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i][0], word) == 0) return words[i][1];
    return word;
}
