import { randomText } from '../ids.ts';

/** No character that is taken for another, and no vowels, so that no slug is a word. */
const ALPHABET = '23456789bcdfghjkmnpqrstvwxyz';
const LENGTH = 14;

/** The public name of a payment link: 67 random bits, so nobody guesses another one. */
export function newSlug(): string {
  return randomText(LENGTH, ALPHABET);
}
