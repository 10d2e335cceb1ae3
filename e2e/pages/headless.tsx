import { eip155 } from 'latchkey/eip155'
import * as exported from 'latchkey/networks'
import {
  createLatchkey,
  type Namespace,
  useLatchkeyAccount,
  useLatchkeyDisconnect,
  useLatchkeyWallets,
  type WalletItem,
} from 'latchkey/react'
import { solana } from 'latchkey/solana'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { siteOptions } from './site.js'

const { mainnet, solanaMainnet } = exported

window.latchkey = createLatchkey(
  siteOptions({
    networks: { mainnet, solanaMainnet },
    families: [eip155(), solana()],
  }),
)

/** A site with its own wallet list. */
function Shop() {
  const { wallets, listed, isFetchingWallets, pairingUri, connectingWallet, ...actions } =
    useLatchkeyWallets()
  const { address, status } = useLatchkeyAccount()
  const { disconnect } = useLatchkeyDisconnect()
  const [problem, setProblem] = useState('')

  async function connect(wallet: WalletItem, namespace?: Namespace) {
    try {
      await actions.connect(wallet, { namespace })
      setProblem('')
    } catch (error) {
      setProblem((error as { code?: string }).code ?? String(error))
    }
  }

  return (
    <main>
      <h1>A shop</h1>
      <p>
        <output data-testid="status">{status}</output> <output>{address}</output>{' '}
        <output data-testid="problem">{problem}</output>{' '}
        <output data-testid="connecting">{connectingWallet?.name}</output>
      </p>
      <h2>Wallets</h2>
      <ul data-testid="wallets">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button type="button" onClick={() => connect(wallet)}>
              {wallet.name}
            </button>
            {wallet.connectors.map(({ chain }) => (
              <button key={chain} type="button" onClick={() => connect(wallet, chain)}>
                {wallet.name} on {chain}
              </button>
            ))}
          </li>
        ))}
      </ul>
      {pairingUri && <code data-testid="uri">{pairingUri}</code>}
      <h2>Directory</h2>
      <input
        aria-label="Search"
        onChange={(event) =>
          // A newer search cancels the older one.
          actions.fetchWallets({ search: event.target.value }).catch(() => undefined)
        }
      />
      <button type="button" onClick={() => actions.fetchWallets()}>
        More
      </button>
      <ul data-testid="listed" aria-busy={isFetchingWallets}>
        {listed.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <button type="button" onClick={() => disconnect()}>
        Leave
      </button>
    </main>
  )
}

const app = document.querySelector('#app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
