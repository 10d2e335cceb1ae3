import { isRecord } from '@latchkey/wire/json'
import { readIndexes } from './settings.js'

/** What the wallet stores about this site, restored after a reload. */
export type Remembered = {
  readonly authorized: boolean
  readonly locked: boolean
  readonly accounts: readonly number[]
  readonly chainId: number
  readonly addedChains: Readonly<Record<string, unknown>>
}

export type Memory<state> = {
  load(): state | undefined
  save(state: state): void
}

export function createMemory<state>(
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
  name: string,
  parse: (value: unknown) => state | undefined,
): Memory<state> {
  const key = `sample-wallet:${name}`
  return {
    load() {
      try {
        return parse(JSON.parse(storage?.getItem(key) ?? 'null'))
      } catch {
        // Blocked storage or invalid text: use the settings.
        return undefined
      }
    },
    save(state) {
      try {
        storage?.setItem(key, JSON.stringify(state))
      } catch {
        // Without storage the permission is lost on reload.
        return
      }
    },
  }
}

export function parseRemembered(value: unknown): Remembered | undefined {
  if (!isRecord(value)) return undefined
  const accounts = readIndexes(value.accounts)
  const { chainId, addedChains } = value
  if (!accounts || typeof chainId !== 'number' || !Number.isInteger(chainId)) return undefined
  return {
    authorized: value.authorized === true,
    locked: value.locked === true,
    accounts,
    chainId,
    addedChains: isRecord(addedChains) ? addedChains : {},
  }
}
