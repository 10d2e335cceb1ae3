import type { Namespace } from '@latchkey/wire/caip'
import { createStore, type Store } from '../runtime/createStore.js'

export type ModalState = {
  readonly isOpen: boolean
  readonly isShaking: boolean
  /** Names of what is being waited for; written by `withBusy` alone. */
  readonly busy: readonly string[]
  /** Only wallets of this chain family are offered. */
  readonly namespace: Namespace | undefined
}

export function createModalStore(): Store<ModalState> {
  return createStore<ModalState>({
    isOpen: false,
    isShaking: false,
    busy: [],
    namespace: undefined,
  })
}
