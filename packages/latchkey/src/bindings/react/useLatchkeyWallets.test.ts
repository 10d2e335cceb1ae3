import { expectTypeOf, it } from 'vitest'
import type { Headless, HeadlessState } from '../../core/headless/createHeadless.js'
import type { useLatchkeyWallets } from './useLatchkeyWallets.js'

it('returns the headless state and functions with their types', () => {
  type Wallets = ReturnType<typeof useLatchkeyWallets>
  expectTypeOf<Wallets>().toEqualTypeOf<HeadlessState & Omit<Headless, 'getState' | 'subscribe'>>()
  expectTypeOf<Wallets['connect']>()
    .parameter(0)
    .toEqualTypeOf<HeadlessState['wallets'][number] | string>()
  expectTypeOf<Wallets['pairingUri']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Wallets>().not.toHaveProperty('subscribe')
})
