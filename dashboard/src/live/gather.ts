const GATHER_MS = 250;
/** A read whose connection has died does not hold up the next for longer. */
const MOST_MS = 10_000;

/**
 * Collects news for a moment, so that a burst of them causes one read, and while that read lasts.
 * On a slow network the next one would abort it, and none would finish while news keep coming.
 */
export function gather<News>(read: (news: News[]) => Promise<unknown>) {
  let gathered: News[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    if (gathered.length > 0) timer ??= setTimeout(() => void work(), GATHER_MS);
  };
  const work = async (): Promise<void> => {
    const given = gathered;
    gathered = [];
    await Promise.race([read(given), new Promise((resolve) => setTimeout(resolve, MOST_MS))]);
    timer = undefined;
    begin();
  };
  return {
    add: (news: News): void => {
      gathered.push(news);
      begin();
    },
    stop: (): void => {
      clearTimeout(timer);
      gathered = [];
    },
  };
}
