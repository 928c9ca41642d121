/** How others call you, and how you hear that it is your turn when the page is closed. */
import { h, put, toast } from "../elements/dom.js";
import { setSettings, settings } from "../net/store.js";

/** @param {import("./table.js").Table} t */
export function nameForm(t) {
  const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 40, value: settings().name, "aria-label": "Your name at this table", placeholder: "Your name", autocomplete: "nickname" }));
  return h("form", { class: "say", onsubmit: async (e) => {
    e.preventDefault();
    const name = field.value.trim();
    if (!name) return;
    try {
      await t.api.ask("/name", { body: { name } });
      setSettings({ name });
      toast(`The table knows you as ${name}.`);
    } catch (err) {
      toast(/** @type {Error} */ (err).message, "error");
    }
  } }, field, h("button", { type: "submit" }, "Name me"));
}

/** @param {import("./table.js").Table} t */
export function notifyForm(t) {
  const mail = /** @type {HTMLInputElement} */ (h("input", { type: "email", id: "notify-mail", autocomplete: "email" }));
  const hook = /** @type {HTMLInputElement} */ (h("input", { type: "url", id: "notify-hook", placeholder: "https://" }));
  const list = h("ul", { class: "small" });
  const mailLabel = h("label", { for: "notify-mail" }, "By e-mail");
  const none = h("p", { class: "small muted", hidden: true }, "This server sends no mail. The browser's own notification (below, under Page) works while the page is open.");
  /** @param {any} now */
  const show = (now) => {
    // mail is offered only where it can be sent
    for (const el of [mail, mailLabel]) el.hidden = !now.mail;
    none.hidden = now.mail;
    mail.value = now.email ?? "";
    hook.value = now.webhook ?? "";
    put(list, (now.deliveries ?? []).slice(-5).map((d) => h("li", {}, `${new Date(d.at * 1000).toLocaleString()} · ${d.channel}: ${d.status}${d.detail ? ` (${d.detail})` : ""}`)));
  };
  return h("details", { class: "notify", ontoggle: async (e) => {
    if (!e.target.open) return;
    try {
      show(await t.api.ask("/notify"));
    } catch (err) {
      toast(/** @type {Error} */ (err).message, "error");
    }
  } }, h("summary", {}, "Tell me when it is my turn"), h("form", { onsubmit: async (e) => {
    e.preventDefault();
    try {
      show(await t.api.ask("/notify", { body: { ...(mail.hidden ? {} : { email: mail.value || null }), webhook: hook.value || null } }));
      toast("Saved. You are told when it is your turn and this page is not open.");
    } catch (err) {
      toast(/** @type {Error} */ (err).message, "error");
    }
  } }, none, mailLabel, mail, h("label", { for: "notify-hook" }, "By a call to this address (webhook)"), hook, h("button", { type: "submit" }, "Save")), list);
}
