/** What the time zone of whoever reads is called in a language. */
export function zoneName(language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: "long" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
}
