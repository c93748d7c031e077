/**
 * Memoizes a function of one key.
 * @param most how many results to keep; beyond that all are dropped, so that strangers cannot fill
 *   the memory
 */
export function memoize<Key, Made>(make: (key: Key) => Made, most = Infinity): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    const there = known.get(key);
    // A result may be undefined, so `has` decides.
    if (there !== undefined || known.has(key)) return there as Made;
    const made = make(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}
