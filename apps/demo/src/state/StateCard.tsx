import type { Latchkey } from 'latchkey'
import { familyLabel } from '../configuration/families.js'
import { CopyButton } from '../panel/CopyButton.js'
import { Icon } from '../panel/Icon.js'
import type { Facts } from './facts.js'
import type { FamilyAccount } from './useAccounts.js'
import { useBalance } from './useBalance.js'

const statusText: Readonly<Record<Facts['status'], string>> = {
  connected: 'Connected',
  connecting: 'Connecting',
  disconnected: 'Not connected',
}

const signInText: Readonly<Record<Facts['signIn'], string>> = {
  off: 'Off',
  checking: 'Checking',
  unsigned: 'Not signed in',
  signing: 'Signing in',
  cancelling: 'Cancelling',
  signed: 'Signed in',
}

/** The current state as text. */
export function StateCard({
  latchkey,
  facts,
  accounts,
}: {
  readonly latchkey: Latchkey
  readonly facts: Facts
  readonly accounts: readonly FamilyAccount[]
}) {
  const {
    status,
    address,
    caipAddress,
    network,
    caipNetworkId,
    wallet,
    signIn,
    isOpen,
    themeMode,
  } = facts
  const [balance, refresh] = useBalance(latchkey, facts)
  return (
    <section className="card" aria-labelledby="state-title">
      <div className="card-head">
        <h2 id="state-title">State</h2>
        {address && <CopyButton label="Copy address" text={() => address} />}
      </div>
      <dl className="facts">
        <Fact name="Account">
          <span className="status" data-status={status}>
            {statusText[status]}
          </span>
          {caipAddress && <code data-testid="state-account">{caipAddress}</code>}
        </Fact>
        {accounts.length > 1 &&
          accounts.map((account) => (
            <Fact key={account.namespace} name={familyLabel(account.namespace)}>
              {account.address ? (
                <code data-testid={`state-account-${account.namespace}`}>{account.address}</code>
              ) : (
                '–'
              )}
            </Fact>
          ))}
        <Fact name="Network">
          {network ?? 'Not one of yours'} {caipNetworkId && <code>{caipNetworkId}</code>}
        </Fact>
        <Fact name="Wallet">
          {wallet ? (
            <>
              {wallet.name} <code>{wallet.type}</code>
            </>
          ) : (
            '–'
          )}
        </Fact>
        <Fact name="Balance">
          <span data-testid="state-balance">{balance}</span>
          {address && (
            <button
              type="button"
              className="small"
              aria-label="Read the balance again"
              onClick={refresh}
            >
              <Icon name="reset" />
            </button>
          )}
        </Fact>
        {signIn !== 'off' && (
          <Fact name="Sign-in">
            <span data-testid="state-sign-in">{signInText[signIn]}</span>
            <SignInButton latchkey={latchkey} status={signIn} />
          </Fact>
        )}
        <Fact name="Dialog">{isOpen ? 'Open' : 'Closed'}</Fact>
        <Fact name="Mode">{themeMode === 'dark' ? 'Dark' : 'Light'}</Fact>
      </dl>
    </section>
  )
}

type SignInButtonProps = { readonly latchkey: Latchkey; readonly status: Facts['signIn'] }

function SignInButton({ latchkey, status }: SignInButtonProps) {
  const label = { unsigned: 'Sign in', signed: 'Sign out' }[status as string]
  if (!label) return null
  const run = () => (status === 'signed' ? latchkey.signOut() : latchkey.signIn())
  return (
    // A visitor who leaves is no failure, and others are shown by the dialog.
    <button type="button" className="plain" onClick={() => run().catch(() => undefined)}>
      {label}
    </button>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
