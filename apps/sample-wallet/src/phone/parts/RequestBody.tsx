import { useId } from 'react'
import type { InWords } from '../../requests/inWords.js'
import { Icon } from './Icon.js'

/** What a request does, in words and exact facts. */
export function RequestBody({ words }: { readonly words: InWords }) {
  const textId = useId()
  const { sentence, amount, warning, text, fields } = words
  return (
    <>
      <p className="sentence">{sentence}</p>
      {amount && <p className="amount">{amount}</p>}
      {warning && (
        <div className="warning">
          <Icon name="problem" />
          <p>
            <strong>{warning.title}</strong>
            {warning.advice}
          </p>
        </div>
      )}
      {text && (
        <>
          <h3 id={textId}>{text.label}</h3>
          <section
            className={text.code ? 'text-box code' : 'text-box'}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: long text scrolls, also by keyboard
            tabIndex={0}
            aria-labelledby={textId}
          >
            {text.value}
          </section>
        </>
      )}
      {fields.length > 0 && (
        <dl className="fields">
          {fields.map(({ label, value, code }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd {...(code && { className: 'code' })}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
