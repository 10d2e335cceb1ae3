/** Runs for one tab at a time, where the browser can tell tabs apart and lets a frame ask. */
export async function alone<result>(
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
