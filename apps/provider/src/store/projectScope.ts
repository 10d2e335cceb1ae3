import type { Sql, TransactionSql } from 'postgres'

type Work<result> = (tx: TransactionSql) => Promise<result>

/** Works for one project: the database shows and takes no rows of another (see row security). */
export function inProject<result>(
  sql: Sql,
  projectId: string,
  work: Work<result>,
): Promise<result> {
  return inTransaction(sql, 'latchkey.project', projectId, work)
}

/** Works for the provider itself, across projects; whoever calls vouches for the rows it touches. */
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
    // Until the transaction ends, and no longer: connections are shared.
    await tx`select set_config(${setting}, ${value}, true)`
    return work(tx)
  }) as Promise<result>
}
