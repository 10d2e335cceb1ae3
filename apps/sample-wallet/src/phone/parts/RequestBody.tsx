import { useId } from 'react'
import type { RequestDescription } from '../../requests/describeRequest.js'
import { Icon } from './Icon.js'

/** Description of a request, with its exact data. */
export function RequestBody({ description }: { readonly description: RequestDescription }) {
  const textId = useId()
  const { sentence, amount, warning, text, fields } = description
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
