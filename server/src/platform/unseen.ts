/**
 * Characters that people do not see, for use inside a character class with the flag `u`: controls,
 * direction marks, joiners, tags, variation selectors, fillers, and signs that are drawn blank.
 */
export const NEVER_SEEN = String.raw`\p{C}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{2800}\u{1d159}`;
