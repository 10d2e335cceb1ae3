import type { Latchkey, Namespace } from 'latchkey'
import { type ReactNode, useId, useState } from 'react'
import { familyLabel } from '../configuration/families.js'
import { Segments } from '../panel/Segments.js'
import { signBitcoinPayment } from '../requests/bip122.js'
import { signCosmosTransfer } from '../requests/cosmos.js'
import { sendEther, signTypedData, someAccount, waitForBlock } from '../requests/eip155.js'
import { signPolkadotRemark } from '../requests/polkadot.js'
import { sendSolanaTransfer, signSolanaTransfer } from '../requests/solana.js'
import type { FamilyAccount } from './useAccounts.js'
import { WalletRequest } from './WalletRequest.js'

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
      <WalletRequests key={namespace} latchkey={latchkey} namespace={namespace} isOff={!found} />
    </section>
  )
}

type WalletRequestsProps = {
  readonly latchkey: Latchkey
  readonly namespace: Namespace
  readonly isOff: boolean
}

function WalletRequests({ latchkey, namespace, isOff }: WalletRequestsProps) {
  const [message, setMessage] = useState('Hello from the playground')
  const id = useId()
  const Further = further[namespace]
  return (
    <>
      <WalletRequest
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
      </WalletRequest>
      {Further && <Further latchkey={latchkey} isOff={isOff} />}
    </>
  )
}

type FurtherProps = Omit<WalletRequestsProps, 'namespace'>

/** Further requests of a family. */
const further: Partial<Record<Namespace, (props: FurtherProps) => ReactNode>> = {
  eip155: EvmRequests,
  solana: ({ latchkey, isOff }) => (
    <>
      <WalletRequest name="Sign transaction" isOff={isOff} run={() => signSolanaTransfer(latchkey)}>
        <span className="request-label">0.001 SOL to yourself, not sent</span>
      </WalletRequest>
      <WalletRequest name="Send" isOff={isOff} run={() => sendSolanaTransfer(latchkey)}>
        <span className="request-label">0.001 SOL to yourself</span>
      </WalletRequest>
    </>
  ),
  bip122: ({ latchkey, isOff }) => (
    <WalletRequest name="Sign PSBT" isOff={isOff} run={() => signBitcoinPayment(latchkey)}>
      <span className="request-label">A made-up payment to yourself, not sent</span>
    </WalletRequest>
  ),
  polkadot: ({ latchkey, isOff }) => (
    <WalletRequest name="Sign payload" isOff={isOff} run={() => signPolkadotRemark(latchkey)}>
      <span className="request-label">A remark that moves nothing, not sent</span>
    </WalletRequest>
  ),
  cosmos: ({ latchkey, isOff }) => (
    <WalletRequest name="Sign amino" isOff={isOff} run={() => signCosmosTransfer(latchkey)}>
      <span className="request-label">A transfer to yourself, not sent</span>
    </WalletRequest>
  ),
}

function EvmRequests({ latchkey, isOff }: FurtherProps) {
  const [amount, setAmount] = useState('0.001')
  const id = useId()
  return (
    <>
      <WalletRequest name="Sign typed data" isOff={isOff} run={() => signTypedData(latchkey)}>
        <span className="request-label">A letter in EIP-712 form</span>
      </WalletRequest>
      <WalletRequest
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
      </WalletRequest>
    </>
  )
}
