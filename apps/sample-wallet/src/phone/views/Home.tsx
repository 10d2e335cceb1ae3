import { familyNetworkOf } from '../../chain/familyNetwork.js'
import { formatAmount, shortAddress } from '../../requests/amount.js'
import type { Phone } from '../model/createPhone.js'
import { balanceKey, type PhoneState } from '../model/phoneState.js'
import { Avatar } from '../parts/Avatar.js'
import { Choice } from '../parts/Choice.js'
import { Icon } from '../parts/Icon.js'
import { NetworkMark } from '../parts/Mark.js'
import { ConnectForm } from './ConnectForm.js'
import { SessionList } from './SessionList.js'

type Props = {
  readonly phone: Phone
  readonly state: PhoneState
  readonly onScan: () => void
}

export function Home({ phone, state, onScan }: Props) {
  const { account, chain: selected, chains } = state
  const address = phone.addressOf(account, selected)
  const balanceOf = (chain: string) => shownBalance(state, chain)
  return (
    <>
      <section className="hero" aria-label="Account">
        <Avatar address={address} size={56} />
        <div className="account-select">
          <label className="hidden" htmlFor="account">
            Account
          </label>
          <select
            id="account"
            value={account}
            onChange={(event) => phone.setAccount(event.target.selectedIndex)}
          >
            {phone.accounts.map((index) => (
              <option key={index} value={index}>
                Account {index + 1}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </div>
        <button className="copy" type="button" onClick={() => copyAddress(phone, address)}>
          <span className="hidden">Copy address</span>
          {shortAddress(address)}
          <Icon name="copy" size={16} />
        </button>
        <p className="hero-amount">
          {balanceOf(selected)}
          <small>{familyNetworkOf(selected).symbol}</small>
        </p>
      </section>

      <section className="section" aria-labelledby="connect-title">
        <h2 id="connect-title">Connect an app</h2>
        <ConnectForm phone={phone} busy={state.pairing} onScan={onScan} />
      </section>

      <section className="section">
        <fieldset className="card">
          <legend className="hidden">Network</legend>
          {chains.map((chain) => (
            <Choice
              key={chain}
              group="network"
              value={chain}
              checked={chain === selected}
              onChoose={phone.setChain}
              image={<NetworkMark chain={chain} />}
              title={familyNetworkOf(chain).name}
              detail={balanceText(state, chain)}
            />
          ))}
        </fieldset>
      </section>

      <section className="section" aria-labelledby="apps-title">
        <h2 id="apps-title">Connected apps</h2>
        <SessionList phone={phone} sessions={state.sessions} />
      </section>

      <p className="footnote">
        For trying things out. The keys of this wallet are public, so never send real money to it.
      </p>
    </>
  )
}

function shownBalance({ balances, account }: PhoneState, chain: string): string {
  const balance = balances[balanceKey(chain, account)]
  if (balance === undefined) return '…'
  return balance === 'unavailable' ? '–' : formatAmount(balance, familyNetworkOf(chain).decimals, 4)
}

function balanceText(state: PhoneState, chain: string): string {
  if (state.balances[balanceKey(chain, state.account)] === 'unavailable') return 'Balance not known'
  return `${shownBalance(state, chain)} ${familyNetworkOf(chain).symbol}`
}

async function copyAddress(phone: Phone, address: string) {
  try {
    await navigator.clipboard.writeText(address)
    phone.notify({ tone: 'good', text: 'Address copied.' })
  } catch {
    phone.notify({ tone: 'bad', text: 'The browser does not allow copying here.' })
  }
}
