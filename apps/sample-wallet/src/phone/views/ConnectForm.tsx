import { type FormEvent, useState } from 'react'
import type { Phone } from '../model/createPhone.js'
import { Icon } from '../parts/Icon.js'

type Props = { readonly phone: Phone; readonly busy: boolean; readonly onScan: () => void }

export function ConnectForm({ phone, busy, onScan }: Props) {
  const [uri, setUri] = useState('')
  const [problem, setProblem] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    const outcome = await phone.pair(uri)
    if (outcome) setProblem(outcome)
    else setUri('')
  }

  return (
    <form className="card padded" onSubmit={submit} noValidate>
      <label className="label" htmlFor="uri">
        Pairing link
      </label>
      <input
        className="input"
        id="uri"
        data-testid="uri-input"
        value={uri}
        onChange={(event) => setUri(event.target.value)}
        placeholder="wc:…"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? 'uri-problem' : undefined}
      />
      {problem && (
        <p className="problem" id="uri-problem" role="alert">
          <Icon name="problem" />
          {problem}
        </p>
      )}
      <div className="form-actions">
        <button type="button" onClick={onScan}>
          <Icon name="scan" />
          Scan
        </button>
        <button
          className="primary"
          type="submit"
          data-testid="uri-connect-button"
          disabled={busy}
          aria-busy={busy}
        >
          {busy ? <span className="spinner" /> : <Icon name="link" />}
          {busy ? 'Connecting' : 'Connect'}
        </button>
      </div>
    </form>
  )
}
