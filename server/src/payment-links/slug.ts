import { randomText } from '../ids.ts';

/** No characters that are easily confused, and no vowels, so that no slug spells a word. */
const ALPHABET = '23456789bcdfghjkmnpqrstvwxyz';
const LENGTH = 14;

/** The public name of a payment link: 67 random bits, so that nobody can guess one. */
export function newSlug(): string {
  return randomText(LENGTH, ALPHABET);
}
