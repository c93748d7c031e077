/**
 * Makes what belongs to a key once, however often it is asked for.
 * @param most beyond so many all are forgotten, so that strangers cannot fill the memory
 */
export function madeOnce<Key, Made>(make: (key: Key) => Made, most = Infinity): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    const there = known.get(key);
    // What was made may be undefined, and is then what stands there.
    if (there !== undefined || known.has(key)) return there as Made;
    const made = make(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}
