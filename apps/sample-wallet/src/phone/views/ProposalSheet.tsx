import { useState } from 'react'
import { familyName, familyNetworkOf } from '../../chain/familyNetwork.js'
import { shortAddress } from '../../requests/amount.js'
import { abilitiesOf } from '../model/abilities.js'
import type { Phone } from '../model/createPhone.js'
import type { PhoneState, ProposalItem } from '../model/phoneState.js'
import { Avatar } from '../parts/Avatar.js'
import { Choice } from '../parts/Choice.js'
import { Icon } from '../parts/Icon.js'
import { AppMark } from '../parts/Mark.js'
import { Sheet } from '../parts/Sheet.js'
import { Decision } from './Decision.js'

type Props = { readonly phone: Phone; readonly state: PhoneState; readonly item: ProposalItem }

export function ProposalSheet({ phone, state, item }: Props) {
  const { dapp } = item
  const { namespaces, otherChains, obstacle } = item.offer
  const chains = namespaces.flatMap((offered) => offered.chains)
  const methods = namespaces.flatMap((offered) => offered.methods)
  const [account, setAccount] = useState(state.account)
  const mainAddress = (index: number) => phone.addressOf(index, chains[0] ?? state.chain)
  return (
    <Sheet
      centred
      title={`Connect to ${dapp.name}?`}
      head={<AppMark name={dapp.name} {...(dapp.icon && { icon: dapp.icon })} />}
      actions={
        <Decision
          phone={phone}
          item={item}
          busy={state.deciding === item.key}
          account={account}
          approve="Connect"
          testIds={['session-reject-button', 'session-approve-button']}
          blocked={obstacle !== undefined}
        />
      }
    >
      <p className="host requester-large">{dapp.host}</p>
      {obstacle && (
        <div className="warning">
          <Icon name="problem" />
          <p>
            <strong>Cannot connect</strong>
            {obstacle}
          </p>
        </div>
      )}
      <h3>It can</h3>
      <ul className="abilities">
        {abilitiesOf(methods).map((ability) => (
          <li key={ability}>
            <Icon name="check" />
            {ability}
          </li>
        ))}
      </ul>
      <h3>It cannot</h3>
      <ul className="abilities">
        <li className="not">
          <Icon name="close" />
          Move anything without asking you
        </li>
      </ul>
      <h3>Networks</h3>
      <ul className="chips">
        {chains.map((chain) => (
          <li key={chain}>{familyNetworkOf(chain).name}</li>
        ))}
        {otherChains.map((chain) => (
          <li className="missing" key={chain}>
            {chain} (not in this wallet)
          </li>
        ))}
      </ul>
      <h3 id="proposal-account">Account</h3>
      <div className="choices" role="radiogroup" aria-labelledby="proposal-account">
        {phone.accounts.map((index) => (
          <Choice
            key={index}
            group="proposal-account"
            value={index}
            checked={index === account}
            onChoose={setAccount}
            image={<Avatar address={mainAddress(index)} size={40} />}
            title={`Account ${index + 1}`}
            detail={<span className="code">{shortAddress(mainAddress(index))}</span>}
          />
        ))}
      </div>
      {namespaces.length > 1 && (
        <>
          <h3>Addresses it sees</h3>
          <dl className="fields">
            {namespaces.map(({ namespace, chains: [chain = ''] }) => (
              <div key={namespace}>
                <dt>{familyName(namespace)}</dt>
                <dd className="code">{shortAddress(phone.addressOf(account, chain))}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Sheet>
  )
}
