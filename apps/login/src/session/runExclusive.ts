/** Runs in one tab at a time, if the browser supports locks in frames. */
export async function runExclusive<result>(
  locks: LockManager | undefined,
  name: string,
  run: () => Promise<result>,
): Promise<result> {
  if (!locks) return run()
  let isStarted = false
  try {
    return await locks.request(name, () => {
      isStarted = true
      return run()
    })
  } catch (error) {
    if (isStarted) throw error
    return run()
  }
}
