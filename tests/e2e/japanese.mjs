// What is foreign on a Japanese page: words in Latin letters that are not on a short list of names.

// Names that are written like this in Japanese, too. Those of bots, games and players come from the site.
export const NAMES = new Set(
    [
        "taisen codevs code vs reborn chaser glicko debian excel", // names
        "python ruby rust java go kotlin javascript typescript node gcc nodejs openjdk", // languages and their packages
        "zip csv json txt svg png webm deb tar gz sha", // kinds of files
        "linux windows macos amd64 arm64 x86", // machines
        "ctrl enter esc tab ok", // keys and buttons
        "pc ai api cpu ms kib mib bot token", // short for what has no other word
        "cool hot win look search put", // as CHaser itself says it
        "submit join", // commands: taisen submit, taisen join
        "master", // a level that sentences about bots name
    ].flatMap((line) => line.split(" ")),
);

/**
 * What is written on a page, or only said to screen readers. Code is left out, and what people typed: it is the same in
 * every language.
 */
export const textOf = (page) =>
    page.evaluate(() => {
        const SKIPPED =
            "code, pre, kbd, samp, script, noscript, style, textarea, .cm-line, [lang=en], article.doc";
        const texts = [document.title];
        const walk = document.createTreeWalker(
            document.body,
            NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
        );
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const element =
                node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
            if (element.closest(SKIPPED)) continue;
            if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
            else
                for (const name of [
                    "aria-label",
                    "title",
                    "alt",
                    "placeholder",
                ])
                    if (element.hasAttribute(name))
                        texts.push(element.getAttribute(name));
        }
        return texts.map((text) => text.trim()).filter(Boolean);
    });

/** The foreign words of each text that has some, with it. What stands between 「 and 」 was written by a person or a program. */
export function foreignIn(texts) {
    const isForeign = (word) => !NAMES.has(word.toLowerCase());
    return texts.flatMap((text) => {
        const plain = text.replace(
            /「[^」]*」|https?:\/\/\S+|(?<!\w)\/[\w./-]+|[\w-]+\.(ini|csv|json|py|rb|js|cpp|c|java|rs|go|zip|md)\b|--[\w-]+/g,
            " ",
        );
        const words = (plain.match(/[A-Za-z][A-Za-z]+/g) ?? []).filter(
            isForeign,
        );
        return words.length
            ? [`${words.join(" ")} [${text.slice(0, 90)}]`]
            : [];
    });
}
