/** What a file is, judged by its bytes alone; undefined when it is nothing that we take. */
export async function kindOf(path: string): Promise<string | undefined> {
  throw new Error(`Being built: ${path}`)
}
