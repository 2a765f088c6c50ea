/* The site: one page that shows what its address names. */
import { mount } from "svelte";
import "../fonts/fonts.css";
import "../page.css";
import "./css/frame.css";
import "./css/home.css";
import "./css/lists.css";
import "./css/waiting.css";
import "./css/playing.css";
import "./css/accounts.css";
import "./css/projector.css";
import "./css/notices.css";
import "./css/show.css";
import Site from "./Site.svelte";

mount(Site, { target: document.getElementById("app")! });
