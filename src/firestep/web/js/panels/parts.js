/** Everything around the map. Each part listens to the table and draws itself. */
import { Cards } from "./cards.js";
import { Inspect } from "./inspect.js";
import { Log } from "./log.js";
import { OddsPanel } from "./odds.js";
import { OrderList } from "./order-list.js";
import { Panel } from "./panel.js";
import { Prompt } from "./prompt.js";
import { Replay } from "./replay.js";
import { Report } from "./report.js";
import { StandingOrders } from "../input/standing-orders.js";
import { RuleBook } from "../pages/rules.js";
import { Seats } from "./seats.js";
import { Sequence } from "./sequence.js";
import { Sheets } from "../map/sheets.js";
import { Ticker } from "./ticker.js";
import { EventCards } from "./event-cards.js";
import { MapTools } from "./map-tools.js";
import { Tracks } from "./tracks.js";
import { Result } from "../pages/result.js";
import { ExportGame } from "../pages/export-game.js";
import { MySeat } from "./my-seat.js";

export class Parts {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.cards = new Cards(t);
    this.rules = new RuleBook(t);
    this.panel = new Panel(t);
    this.tracks = new Tracks(t, this.panel);
    this.log = new Log(t, this.panel);
    this.seats = new Seats(t, this.panel);
    this.standing = new StandingOrders(t, this.seats.page);
    this.mySeat = new MySeat(t, this.seats.page);
    this.exportGame = new ExportGame(t, this.seats.page);
    this.replay = new Replay(t);
    this.orderList = new OrderList(t);
    this.prompt = new Prompt(t);
    this.sequence = new Sequence(t);
    this.sheets = new Sheets(t);
    this.inspect = new Inspect(t);
    this.odds = new OddsPanel(t);
    this.report = new Report(t);
    this.eventCards = new EventCards(t);
    this.mapTools = new MapTools(t);
    this.ticker = new Ticker(t);
    this.result = new Result(t);
  }
}
