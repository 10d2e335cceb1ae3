import type { CustomWallet } from 'latchkey'
import { useId } from 'react'
import { walletFields } from '../configuration/fields.js'
import { Icon } from './Icon.js'
import type { ControlProps } from './simpleControls.js'
import { TextInput } from './TextInput.js'

export function WalletsControl({ value, onChange }: ControlProps<'wallets'>) {
  const add = () => {
    const ids = value.map(({ id }) => id)
    let number = value.length + 1
    while (ids.includes(`wallet-${number}`)) number += 1
    onChange([...value, { id: `wallet-${number}`, name: `Wallet ${number}` }])
  }
  return (
    <div className="wallets">
      {value.map((wallet, index) => (
        <WalletForm
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is what stays while every text of a wallet can change
          key={`${index}/${value.length}`}
          wallet={wallet}
          onChange={(next) => onChange(value.with(index, next))}
          onRemove={() => onChange(value.toSpliced(index, 1))}
        />
      ))}
      <button type="button" className="plain" onClick={add}>
        <Icon name="add" /> Add a wallet
      </button>
    </div>
  )
}

type WalletFormProps = {
  readonly wallet: CustomWallet
  readonly onChange: (wallet: CustomWallet) => void
  readonly onRemove: () => void
}

function WalletForm({ wallet, onChange, onRemove }: WalletFormProps) {
  const id = useId()
  return (
    <details className="wallet">
      <summary>{wallet.name}</summary>
      {walletFields.map((name) => (
        <div key={name} className="wallet-field">
          <label htmlFor={id + name}>
            <code>{name}</code>
          </label>
          <TextInput
            id={id + name}
            value={wallet[name] ?? ''}
            check={(text) =>
              text === '' && (name === 'id' || name === 'name')
                ? `A wallet needs ${name === 'id' ? 'an id' : 'a name'}.`
                : undefined
            }
            onCommit={(text) => {
              const { [name]: _replaced, ...others } = wallet
              onChange((text === '' ? others : { ...wallet, [name]: text }) as CustomWallet)
            }}
          />
        </div>
      ))}
      <button type="button" className="plain" onClick={onRemove}>
        <Icon name="remove" /> Remove {wallet.name}
      </button>
    </details>
  )
}
