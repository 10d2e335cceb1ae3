import type { PairingStorage } from './ports.js'
import { emptyState, parseState, type State } from './state.js'

const storageKey = 'pairing'

export type Records = {
  /** The current snapshot, replaced on every change. */
  current(): State
  load(): Promise<State>
  /**
   * Changes the stored state, one change at a time and based on what is stored at that moment, so that
   * tabs do not overwrite each other. Resolves after the write.
   */
  change<T>(mutate: (draft: State) => T | Promise<T>): Promise<T>
}

export type RecordsOptions = {
  readonly storage: PairingStorage
  /** Called when another tab has changed the records. */
  onExternalChange(before: State, now: State): void
}

export function createRecords({ storage, onExternalChange }: RecordsOptions): Records {
  let current = emptyState()
  let text: string | undefined
  let loaded = false
  let queue: Promise<unknown> = Promise.resolve()

  const exclusive = <T>(run: () => Promise<T>): Promise<T> => {
    const guarded = () => (storage.lock ? storage.lock(storageKey, run) : run())
    const turn = queue.then(guarded, guarded)
    queue = turn.catch(() => undefined)
    return turn
  }
  const refresh = async () => {
    const stored = await storage.get(storageKey)
    const storedText = typeof stored === 'string' ? stored : undefined
    if (loaded && storedText === text) return
    const before = current
    current = parseState(storedText)
    text = storedText
    if (loaded) onExternalChange(before, current)
    loaded = true
  }
  return {
    current: () => current,
    load: () =>
      exclusive(async () => {
        await refresh()
        return current
      }),
    change: (mutate) =>
      exclusive(async () => {
        await refresh()
        const draft: State = structuredClone(current)
        const result = await mutate(draft)
        const nextText = JSON.stringify(draft)
        if (nextText !== text) {
          await storage.set(storageKey, nextText)
          text = nextText
          current = draft
        }
        return result
      }),
  }
}
