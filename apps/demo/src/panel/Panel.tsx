import { useState } from 'react'
import { fieldsOf, type Section } from '../configuration/catalogue.js'
import {
  type Configuration,
  differences,
  initialConfiguration,
} from '../configuration/configuration.js'
import type { Field } from '../configuration/fields.js'
import type { Report } from '../widget/createSession.js'
import { CopyButton } from './CopyButton.js'
import { FieldRow, type FieldRowProps } from './FieldRow.js'
import { Icon } from './Icon.js'

type PanelProps = {
  readonly sections: readonly Section[]
  readonly configuration: Configuration
  /** Result of the last change. */
  readonly report: Report
  readonly onChange: FieldRowProps['onChange']
  readonly onReset: () => void
}

/** Every option of the widget. */
export function Panel({ sections, configuration, report, onChange, onReset }: PanelProps) {
  const [search, setSearch] = useState('')
  const fields = fieldsOf(sections)
  const changed = differences(fields, initialConfiguration(fields), configuration)
  const shown = sections
    .map(({ title, fields }) => ({
      title,
      fields: fields.filter((field) => matches(field, search)),
    }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <aside className="panel" aria-label="Options">
      <div className="panel-head">
        <h2>Options</h2>
        <button type="button" className="quiet" disabled={changed.length === 0} onClick={onReset}>
          Reset
        </button>
        <CopyButton label="Copy link" text={() => location.href} />
      </div>
      <p className="report" role="status" data-tone={report.tone}>
        {report.tone === 'bad' && <Icon name="warn" />}
        <span>{report.text}</span>
      </p>
      <input
        className="input"
        type="search"
        aria-label="Find an option"
        placeholder="Find an option"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {shown.map(({ title, fields }, index) => (
        // Searching opens what it finds; the key makes each state start fresh.
        <details
          key={`${title}${search !== ''}`}
          className="section"
          open={search !== '' || index === 0 || undefined}
        >
          <summary>
            <h3>{title}</h3>
            <ChangeCount count={fields.filter((field) => changed.includes(field)).length} />
          </summary>
          {fields.map((field) => (
            <FieldRow
              key={field.path}
              field={field}
              configuration={configuration}
              onChange={onChange}
            />
          ))}
        </details>
      ))}
      {shown.length === 0 && <p className="empty">No option is called that.</p>}
    </aside>
  )
}

function ChangeCount({ count }: { readonly count: number }) {
  return count > 0 ? <span className="badge">{count} changed</span> : null
}

function matches({ path, label, hint = '' }: Field, search: string): boolean {
  return `${path} ${label} ${hint}`.toLowerCase().includes(search.trim().toLowerCase())
}
