import type { Client } from 'pg'
import { bySchema, grants, plain, rightsIn, rowsOf, schemas, wrap, type Right } from './sql.ts'

type Routine = {
  name: string
  definition: string
  owner: string | null
  triggers: string[] | null
  rights: Right[] | null
}

/** The functions with their bodies, owner, grants, and the triggers that call them. */
export async function describeFunctions(client: Client): Promise<string> {
  const routines = await rowsOf<Routine>(
    client,
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition,
       case when proowner <> current_user::regrole then proowner::regrole::text end as owner,
       (select array_agg(tgrelid::regclass || ' ' || tgname order by tgrelid::regclass::text, tgname)
        from pg_trigger where tgfoid = p.oid) as triggers,
       (select json_agg(json_build_object('grantee', grantee, 'privilege', privilege, 'column', null) order by grantee)
        from (${rightsIn('proacl', 'proowner')}) r) as rights
     from pg_proc p where pronamespace::regnamespace::text in ${schemas}
     order by ${bySchema('pronamespace::regnamespace')}, proname, p.oid::regprocedure::text`,
  )
  const texts = routines.map(({ name: signature, definition, owner, triggers, rights }) => {
    const name = plain(signature).replace(/,(?! )/g, ', ')
    return [
      `-- Function ${name}`,
      ...(triggers ?? []).map((trigger) => `-- Called by the trigger ${trigger}`),
      spell(definition),
      ...(owner ? [`alter function ${name} owner to ${owner};`] : []),
      ...grants(`function ${name}`, rights ?? []),
    ].join('\n')
  })
  return texts.join('\n\n')
}

/** Keeps a body between dollar signs unchanged. */
function spell(definition: string): string {
  const text = definition.trimEnd().replace('CREATE OR REPLACE', 'CREATE')
  const body = text.indexOf('\nAS $')
  const head = plain(body < 0 ? text : text.slice(0, body)).replace(/\n (?=\w)/g, '\n  ')
  const lines = head.split('\n').map((line) => wrap(line, / (?=(from|where|union all|else|when) )/g))
  return body < 0 ? `${lines.join('\n')};` : `${head}${text.slice(body).replace('\nAS ', '\n  as ')};`
}
