/** What the samples take from Next, which is not installed here, and from files beside them. */

declare module 'next/headers' {
  export function headers(): Promise<Headers>
}

declare module '*/shared' {
  import type { Storage } from 'wagmi'
  import type { base, mainnet } from 'wagmi/chains'

  export const chains: readonly [typeof mainnet, typeof base]
  export const storage: Storage
}

declare module '*/Wallets' {
  import type { ReactNode } from 'react'
  import type { State } from 'wagmi'

  export function Wallets(props: {
    initialState: State | undefined
    children: ReactNode
  }): ReactNode
}
