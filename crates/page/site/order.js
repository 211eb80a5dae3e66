// An order drawn by hand: nodes, and lines from a node to one that is above it. It is written back in the way in which the
// game has it, as links such as a.c, or as the parent of every node; the library says whether it is an order.

// Reads an order from the value that says it, if the nodes on the board are those of the value.
export function readOrder(value, names) {
  const tokens = value.split(",");
  const numbered = tokens.length === names.length && names.every((name) => Number(name) >= 1 && Number(name) <= names.length);
  if (numbered && tokens.every((token) => /^\d+$/.test(token))) {
    const links = tokens.flatMap((parent, i) => (parent === "0" ? [] : [[parent, String(i + 1)]]));
    return { nodes: tokens.map((_, i) => String(i + 1)), links, single: true };
  }
  if (!tokens.every((token) => token.split(".").every((name) => names.includes(name)))) return null;
  const links = tokens.map((token) => token.split(".")).filter(({ length }) => length === 2);
  return { nodes: [...new Set(tokens.flatMap((token) => token.split(".")))], links, single: false };
}

export function writeOrder({ nodes, links, single }) {
  if (single) return nodes.map((node) => String(1 + nodes.indexOf(links.find(([, upper]) => upper === node)?.[0]))).join(",");
  const linked = new Set(links.flat());
  return [...links.map((link) => link.join(".")), ...nodes.filter((node) => !linked.has(node))].join(",");
}

// A node of a new name.
export function withNode(order) {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const free = letters.find((letter) => !order.nodes.includes(letter)) ?? `n${order.nodes.length}`;
  return { ...order, nodes: [...order.nodes, order.single ? String(order.nodes.length + 1) : free] };
}

export const withoutNode = (order, name) => ({
  ...order, nodes: order.nodes.filter((node) => node !== name), links: order.links.filter((link) => !link.includes(name)),
});

// A line from a lower node to an upper one; drawn once more, it goes. In a tree a node has one line from below.
export function withLine(order, lower, upper) {
  const there = order.links.some((link) => link[0] === lower && link[1] === upper);
  const others = order.links.filter((link) => !(link[1] === upper && (order.single || link[0] === lower)));
  return { ...order, links: there ? others : [...others, [lower, upper]] };
}
