// Which definitions reach themselves through references.

type Edges<Node> = ReadonlyMap<Node, readonly Node[]>;

/**
 * Return the nodes that reach themselves on a way with at least one reference.
 *
 * Linear in the number of edges, and without recursion, so that a chain may have any length.
 *
 * @param references For each node the nodes that it refers to.
 * @param containment For each node the nodes that it contains; containment alone makes nothing recursive.
 */
export function recursiveNodes<Node>(references: Edges<Node>, containment: Edges<Node> = new Map()): Set<Node> {
  const component = components(references, containment);
  const looping = new Set<number>();
  for (const [source, targets] of references) {
    const own = component.get(source);
    if (own !== undefined && targets.some((target) => component.get(target) === own)) looping.add(own);
  }
  const nodes = new Set<Node>();
  for (const [node, number] of component) if (looping.has(number)) nodes.add(node);
  return nodes;
}

/** Number the strongly connected components (Tarjan's algorithm, as a loop). */
function components<Node>(references: Edges<Node>, containment: Edges<Node>): Map<Node, number> {
  const order = new Map<Node, number>();
  const lowest = new Map<Node, number>();
  const component = new Map<Node, number>();
  const waiting: Node[] = [];

  const begin = (node: Node): { node: Node; targets: readonly Node[]; next: number } => {
    lowest.set(node, order.size);
    order.set(node, order.size);
    waiting.push(node);
    return { node, targets: [...(references.get(node) ?? []), ...(containment.get(node) ?? [])], next: 0 };
  };
  const lower = (node: Node, value: number): void => {
    if (value < (lowest.get(node) ?? value)) lowest.set(node, value);
  };

  for (const start of [...references.keys(), ...containment.keys()]) {
    if (order.has(start)) continue;
    const frames = [begin(start)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { node, targets } = frame;
      if (frame.next < targets.length) {
        const target = targets[frame.next] as Node;
        frame.next += 1;
        const seen = order.get(target);
        if (seen === undefined) frames.push(begin(target));
        else if (!component.has(target)) lower(node, seen);
        continue;
      }
      frames.pop();
      const low = lowest.get(node) ?? 0;
      const holder = frames.at(-1);
      if (holder !== undefined) lower(holder.node, low);
      if (low === order.get(node)) close(node, waiting, component);
    }
  }
  return component;
}

/** Give the nodes above and including `node` the number of a new component. */
function close<Node>(node: Node, waiting: Node[], component: Map<Node, number>): void {
  const number = component.size;
  while (waiting.length > 0) {
    const member = waiting.pop() as Node;
    component.set(member, number);
    if (member === node) return;
  }
}
