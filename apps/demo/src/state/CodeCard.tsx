import { useState } from 'react'
import type { Configuration } from '../configuration/configuration.js'
import { embedCode, type Framework } from '../configuration/embedCode.js'
import type { Field } from '../configuration/fields.js'
import { CopyButton } from '../panel/CopyButton.js'
import { Segments } from '../panel/Segments.js'

type CodeCardProps = {
  readonly fields: readonly Field[]
  readonly configuration: Configuration
  readonly framework: Framework
}

const frameworks = [
  { value: 'vanilla', label: 'HTML' },
  { value: 'react', label: 'React' },
]

/** The code that embeds the widget as configured. */
export function CodeCard({ fields, configuration, framework }: CodeCardProps) {
  const [shown, setShown] = useState(framework)
  const code = embedCode(shown, fields, configuration)
  return (
    <section className="card wide" aria-labelledby="code-title">
      <div className="card-head">
        <h2 id="code-title">Your code</h2>
        <Segments
          label="Code for"
          choices={frameworks}
          value={shown}
          onChange={(value) => setShown(value as Framework)}
        />
        <CopyButton label="Copy code" text={() => code} />
      </div>
      <pre className="code" data-testid="code">
        {code}
      </pre>
    </section>
  )
}
