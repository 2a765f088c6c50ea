/* Thinks beside the page. One question, one answer; the page ends it when it no longer wants to know. */
import { Rules } from "../../viewer/rules";
import { advise, type Question } from "./advice";

addEventListener("message", ({ data }: MessageEvent<{ code: WebAssembly.Module; question: Question }>) => {
  void Rules.from(data.code).then((bots) => postMessage(advise(bots, data.question)));
});
