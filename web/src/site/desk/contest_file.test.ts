import { describe, expect, test } from "vitest";
import { contestFile, stamp, type Choices } from "./contest_file";

const CHOICES: Choices = {
  ...{ name: "Spring cup", game: "reborn", seed: 7, opens: "", closes: "", finalists: 8 },
  ...{ format: "knockout", bestOf: 3, hasThird: true, hasShow: true, code: "", finals: "Finals" },
};

describe("the file of a contest", () => {
  test("what is left open does not stand in it", () => {
    expect(contestFile(CHOICES)).toBe(
      "[contest]\nname = Spring cup\ngame = reborn\nseed = 7\n\n[ladder]\nfinalists = 8\nshow = yes\n\n" +
        "[phase Finals]\nformat = knockout\nbest-of = 3\nthird-place = yes\n",
    );
  });

  test("no match for third place is said, since a knockout has one otherwise", () => {
    expect(contestFile({ ...CHOICES, hasThird: false })).toContain("\nthird-place = no\n");
  });

  test("a table has a fixed number of games, and no match for third place", () => {
    const text = contestFile({ ...CHOICES, format: "round-robin" });
    expect(text).toContain("\ngames = 3\n");
    expect(text).not.toContain("third-place");
  });

  test("what is pasted stays one value", () => {
    const text = contestFile({ ...CHOICES, name: "a\n[player x]; b", code: " \n " });
    expect(text).toContain("name = a player x  b\n");
    expect(text).not.toContain("code");
  });

  test("times are the organiser's, written in UTC", () => {
    expect(stamp("2027-04-01T09:30")).toBe(
      `${new Date(2027, 3, 1, 9, 30).toISOString().slice(0, 16).replace("T", " ")} UTC`,
    );
    expect(stamp("soon")).toBe("");
  });
});
