/** XPaths of what people see, for browsers that are asked by WebDriver. */
export function field(label: string): string {
  return `//label[starts-with(normalize-space(), "${label}")]/following::*[self::input][1]`;
}

export function button(name: string): string {
  return `//button[normalize-space() = "${name}"]`;
}

export function heading(title: string): string {
  return `//h1[normalize-space() = "${title}"]`;
}

export function inDialog(path: string): string {
  return `//*[@role = "dialog"]${path}`;
}
