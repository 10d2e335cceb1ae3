import type { Sql, TransactionSql } from 'postgres'

type Work<result> = (tx: TransactionSql) => Promise<result>

/** Runs queries for one project: row security hides the rows of all others. */
export function inProject<result>(
  sql: Sql,
  projectId: string,
  work: Work<result>,
): Promise<result> {
  return inTransaction(sql, 'latchkey.project', projectId, work)
}

/** Runs queries across projects. The caller must select the right rows. */
export function inEveryProject<result>(sql: Sql, work: Work<result>): Promise<result> {
  return inTransaction(sql, 'latchkey.every_project', 'on', work)
}

function inTransaction<result>(
  sql: Sql,
  setting: string,
  value: string,
  work: Work<result>,
): Promise<result> {
  return sql.begin(async (tx) => {
    // Only for this transaction, because connections are shared.
    await tx`select set_config(${setting}, ${value}, true)`
    return work(tx)
  }) as Promise<result>
}
