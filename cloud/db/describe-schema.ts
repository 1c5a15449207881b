// The schema as text, from the database's own catalogue: `npm run check` compares it with the committed schema.sql, so that a change of the
// format shows in the review. (The built-in server brings no pg_dump.)
import type { Client } from 'pg'

const parts: Record<string, string> = {
  columns: `SELECT format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END,
      coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), ''))
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname, a.attnum`,
  constraints: `SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid <> 0 ORDER BY 1`,
  indexes: "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
  'row-level security': `SELECT format('%s for %s to %s using %s with check %s', tablename, cmd, array_to_string(roles, ','), qual, with_check)
    FROM pg_policies WHERE schemaname = 'public' ORDER BY 1`,
  grants: `SELECT format('%s: %s', relname, acl) FROM (
      SELECT c.relname, (SELECT string_agg(item::text, ' ' ORDER BY item::text) FROM unnest(c.relacl) item WHERE item::text LIKE 'tandem_%') AS acl
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r') t WHERE acl IS NOT NULL ORDER BY 1`,
  'column grants': `SELECT format('%s.%s: %s', c.relname, a.attname, array_to_string(a.attacl, ' ')) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND a.attacl IS NOT NULL ORDER BY 1`,
  functions: `SELECT format('%s(%s) returns %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid)) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
}

export async function describeSchema(client: Client): Promise<string> {
  const sections: string[] = []
  for (const [name, sql] of Object.entries(parts)) {
    const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
    // Who granted is whoever set the database up.
    sections.push(`-- ${name}\n${rows.map(([line]) => line.replaceAll(/\/\w+(?= |$)/g, '')).join('\n')}\n`)
  }
  return `-- Made by the migrations; \`node scripts/cloud-schema.ts\` writes this file.\n\n${sections.join('\n')}`
}
