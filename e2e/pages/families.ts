import { createLatchkey, type NetworkInput } from 'latchkey'
import { bip122 } from 'latchkey/bip122'
import { cosmos } from 'latchkey/cosmos'
import { eip155 } from 'latchkey/eip155'
import * as exported from 'latchkey/networks'
import { polkadot } from 'latchkey/polkadot'
import { solana } from 'latchkey/solana'
import { siteOptions } from './site.js'

const { defineNetwork: _, ...networks } = exported

/** A site with every chain family; a test chooses the networks. */
window.latchkey = createLatchkey(
  siteOptions({
    networks: networks as Record<string, NetworkInput>,
    families: [
      eip155(),
      solana(),
      bip122(),
      polkadot(),
      // Cosmos wallets are not announced, so the site names this one's global.
      cosmos({ wallets: [{ name: 'Polyglot', path: 'polyglot.keplr' }] }),
    ],
  }),
)
