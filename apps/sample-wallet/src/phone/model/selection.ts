import { isRecord } from '@latchkey/wire/json'

/** The active account and network, stored because apps know about them. */
export type Selection = { readonly account: number; readonly chain: string }

export type SelectionMemory = {
  load(): Partial<Selection>
  save(selection: Selection): void
}

const key = 'sample-phone:selection'

export function createSelectionMemory(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): SelectionMemory {
  return {
    load() {
      try {
        const value: unknown = JSON.parse(storage.getItem(key) ?? '{}')
        const { account, chain } = isRecord(value) ? value : {}
        return {
          ...(typeof account === 'number' && { account }),
          ...(typeof chain === 'string' && { chain }),
        }
      } catch {
        // Invalid stored text: start with the first account.
        return {}
      }
    },
    save: (selection) => storage.setItem(key, JSON.stringify(selection)),
  }
}
