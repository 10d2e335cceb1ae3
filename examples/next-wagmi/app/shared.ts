import { cookieStorage, createStorage } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

/** What server and browser must agree on. */
export const chains = [mainnet, base] as const
export const storage = createStorage({ storage: cookieStorage })
