import type { Latchkey, Namespace } from 'latchkey'
import { type ReactNode, useId, useState } from 'react'
import { familyLabel } from '../configuration/families.js'
import { signBitcoinPayment } from '../deeds/bip122.js'
import { signCosmosTransfer } from '../deeds/cosmos.js'
import { sendEther, signTypedData, someAccount, waitForBlock } from '../deeds/eip155.js'
import { signPolkadotRemark } from '../deeds/polkadot.js'
import { sendSolanaTransfer, signSolanaTransfer } from '../deeds/solana.js'
import { Segments } from '../panel/Segments.js'
import { Deed } from './Deed.js'
import type { FamilyAccount } from './useAccounts.js'

type TryCardProps = {
  readonly latchkey: Latchkey
  readonly accounts: readonly FamilyAccount[]
  /** The family in use. */
  readonly active: Namespace
}

/** Requests to try with the connected wallets. */
export function TryCard({ latchkey, accounts, active }: TryCardProps) {
  const connected = accounts.filter(({ address }) => address !== undefined)
  const [chosen, setChosen] = useState<string>()
  const found =
    connected.find(({ namespace }) => namespace === chosen) ??
    connected.find(({ namespace }) => namespace === active) ??
    connected[0]
  const namespace = found?.namespace ?? active
  return (
    <section className="card" aria-labelledby="try-title">
      <div className="card-head">
        <h2 id="try-title">Ask the wallet</h2>
        {!found && <span className="hint">Connect first</span>}
      </div>
      {connected.length > 1 && (
        <Segments
          label="Ask on"
          choices={connected.map((one) => ({
            value: one.namespace,
            label: familyLabel(one.namespace),
          }))}
          value={namespace}
          onChange={setChosen}
        />
      )}
      {/* What was answered for one family is no answer of another. */}
      <Deeds key={namespace} latchkey={latchkey} namespace={namespace} isOff={!found} />
    </section>
  )
}

type DeedsProps = {
  readonly latchkey: Latchkey
  readonly namespace: Namespace
  readonly isOff: boolean
}

function Deeds({ latchkey, namespace, isOff }: DeedsProps) {
  const [message, setMessage] = useState('Hello from the playground')
  const id = useId()
  const Further = further[namespace]
  return (
    <>
      <Deed
        name="Sign message"
        isOff={isOff}
        run={() => latchkey.signMessage(message, { namespace })}
      >
        <label htmlFor={`${id}-message`}>Message</label>
        <input
          id={`${id}-message`}
          className="input"
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Deed>
      {Further && <Further latchkey={latchkey} isOff={isOff} />}
    </>
  )
}

type FurtherProps = Omit<DeedsProps, 'namespace'>

/** Further requests of a family. */
const further: Partial<Record<Namespace, (props: FurtherProps) => ReactNode>> = {
  eip155: EvmDeeds,
  solana: ({ latchkey, isOff }) => (
    <>
      <Deed name="Sign transaction" isOff={isOff} run={() => signSolanaTransfer(latchkey)}>
        <span className="deed-label">0.001 SOL to yourself, not sent</span>
      </Deed>
      <Deed name="Send" isOff={isOff} run={() => sendSolanaTransfer(latchkey)}>
        <span className="deed-label">0.001 SOL to yourself</span>
      </Deed>
    </>
  ),
  bip122: ({ latchkey, isOff }) => (
    <Deed name="Sign PSBT" isOff={isOff} run={() => signBitcoinPayment(latchkey)}>
      <span className="deed-label">A made-up payment to yourself, not sent</span>
    </Deed>
  ),
  polkadot: ({ latchkey, isOff }) => (
    <Deed name="Sign payload" isOff={isOff} run={() => signPolkadotRemark(latchkey)}>
      <span className="deed-label">A remark that moves nothing, not sent</span>
    </Deed>
  ),
  cosmos: ({ latchkey, isOff }) => (
    <Deed name="Sign amino" isOff={isOff} run={() => signCosmosTransfer(latchkey)}>
      <span className="deed-label">A transfer to yourself, not sent</span>
    </Deed>
  ),
}

function EvmDeeds({ latchkey, isOff }: FurtherProps) {
  const [amount, setAmount] = useState('0.001')
  const id = useId()
  return (
    <>
      <Deed name="Sign typed data" isOff={isOff} run={() => signTypedData(latchkey)}>
        <span className="deed-label">A letter in EIP-712 form</span>
      </Deed>
      <Deed
        name="Send"
        isOff={isOff}
        run={async (signal, show) => {
          const hash = await sendEther(latchkey, someAccount, amount)
          show(hash)
          const block = await waitForBlock(latchkey, hash, signal)
          return `${hash} in block ${block}`
        }}
      >
        <label htmlFor={`${id}-amount`}>Ether to another test account</label>
        <input
          id={`${id}-amount`}
          className="input"
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </Deed>
    </>
  )
}
