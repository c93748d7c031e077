/**
 * What people do not see, as it stands between the brackets of a class with the flag `u`: controls,
 * directions, joiners, tags, variants, fillers, and signs that are drawn blank.
 */
export const NEVER_SEEN = String.raw`\p{C}\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{2800}\u{1d159}`;
